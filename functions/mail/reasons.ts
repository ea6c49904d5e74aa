/**
 * Dutch reasons for a refusal, by SES's name of the error (SES API reference, common errors and SendRawEmail); each is
 * the end of a sentence.
 */
const reasons: Readonly<Record<string, string>> = {
  Throttling: 'de mailserver had het te druk',
  ThrottlingException: 'de mailserver had het te druk',
  TooManyRequestsException: 'de mailserver had het te druk',
  LimitExceeded: 'het maximum aantal mails is bereikt',
  LimitExceededException: 'het maximum aantal mails is bereikt',
  ServiceUnavailable: 'de mailserver is tijdelijk niet bereikbaar',
  InternalFailure: 'de mailserver heeft een storing',
  MessageRejected: 'het adres of de inhoud werd niet aanvaard',
  ValidationError: 'het e-mailadres of de inhoud klopt niet',
  InvalidParameterValue: 'het e-mailadres of de inhoud klopt niet',
}

/** Dutch reasons why the account may not send a mail yet, by SES's name of the error. */
const accountReasons: Readonly<Record<string, string>> = {
  MessageRejected: 'de afzender of dit adres is nog niet bevestigd',
  Throttling: 'het maximum van vandaag is bereikt',
  AccountSendingPaused: 'het versturen van mails is stilgezet',
  AccountSendingPausedException: 'het versturen van mails is stilgezet',
}

/** Returns the Dutch error of a mail that the account may not send yet, from SES's name of the error. */
export const waitsForSes = (name: string): string =>
  `Wacht op SES: ${accountReasons[name] ?? 'het domein van de afzender is nog niet bevestigd'}. Verstuur deze mail later opnieuw.`

/** Returns in Dutch why the mail provider refused, from SES's name of the error, as the end of a sentence. */
export const reasonOf = (name: string): string => reasons[name] ?? 'er ging iets mis bij de mailserver'
