import * as z from 'zod'

/** Dutch texts in place of Zod's English ones (rulings 17). A text that a schema gives itself takes precedence. */
z.config({
  // Generated code is faster, but the content security policy of a page forbids it, and reports even the attempt.
  jitless: 'document' in globalThis,
  customError: (issue) => {
    switch (issue.code) {
      case 'invalid_type':
        return issue.input === undefined || issue.input === null ? 'Dit veld is verplicht' : 'Ongeldige waarde'
      case 'invalid_value':
        return 'Kies een geldige waarde'
      case 'too_small':
        return issue.origin === 'string'
          ? issue.minimum === 1
            ? 'Dit veld is verplicht'
            : `Minimaal ${issue.minimum} tekens`
          : issue.origin === 'array'
            ? `Kies er minimaal ${issue.minimum}`
            : `Minimaal ${issue.minimum}`
      case 'too_big':
        return issue.origin === 'string'
          ? `Maximaal ${issue.maximum} tekens`
          : issue.origin === 'array'
            ? `Maximaal ${issue.maximum} tegelijk`
            : `Maximaal ${issue.maximum}`
      case 'unrecognized_keys':
        return 'Onbekend veld'
      default:
        return 'Ongeldige waarde'
    }
  },
})
