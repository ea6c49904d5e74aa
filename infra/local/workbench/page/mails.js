import { bytes, call, empty, h, moment } from './dom.js'
import { repeat, whenChanged } from './repeat.js'

const line = (label, values) =>
  values.length > 0 ? h('div', { class: 'line' }, h('dt', {}, label), h('dd', {}, values.join(', '))) : null

function bodyOf(mail, asText) {
  if (mail.html && !asText) {
    return h('iframe', { title: 'The mail', sandbox: '', src: `/__local/mails/${encodeURIComponent(mail.id)}/preview` })
  }
  return h('pre', { class: 'mail-text' }, mail.text || '(no text)')
}

function detailOf(mail) {
  const place = h('div', { class: 'mail-body' }, bodyOf(mail, false))
  const address = `/__local/mails/${encodeURIComponent(mail.id)}`
  const choose = (asText) => () => place.replaceChildren(bodyOf(mail, asText))
  return [
    h('h2', {}, mail.subject || '(no subject)'),
    h(
      'dl',
      { class: 'lines' },
      line('From', [mail.from]),
      line('To', mail.to),
      line('Cc', mail.cc),
      line('Bcc', mail.bcc),
      line('Sent', [moment(mail.sentAt)]),
    ),
    h(
      'div',
      { class: 'row pv-beside pv-wrap' },
      mail.html &&
        h('button', { type: 'button', class: 'pv-button pv-button-secondary', onclick: choose(false) }, 'Mail'),
      mail.html &&
        h('button', { type: 'button', class: 'pv-button pv-button-secondary', onclick: choose(true) }, 'Text'),
      h('a', { class: 'pv-button pv-button-secondary', href: `${address}/raw`, download: `${mail.id}.eml` }, 'Source'),
      mail.attachments.map((attachment, index) =>
        h(
          'a',
          {
            class: 'pv-button pv-button-secondary',
            href: `${address}/attachments/${index}`,
            download: attachment.filename,
          },
          `${attachment.filename} · ${bytes(attachment.size)}`,
        ),
      ),
    ),
    place,
  ]
}

export const mails = {
  async draw(view, tools) {
    const search = h('input', { type: 'search', placeholder: 'Address or subject', 'aria-label': 'Filter' })
    tools.append(search)
    const list = h('div', { class: 'mail-list' })
    const detail = h('article', { class: 'mail-detail' }, empty('No mail chosen', 'Choose one on the left.'))
    let all = []
    let chosen = null

    const open = (mail) => {
      chosen = mail.id
      detail.replaceChildren(...detailOf(mail))
      drawList()
    }
    const drawList = () => {
      const wanted = search.value.trim().toLowerCase()
      const shown = all.filter((mail) => [mail.subject, mail.from, ...mail.to].join(' ').toLowerCase().includes(wanted))
      list.replaceChildren(
        ...shown.map((mail) =>
          h(
            'button',
            {
              type: 'button',
              class: 'mail pv-text-13 pv-color-muted pv-break',
              'aria-current': mail.id === chosen ? 'true' : null,
              onclick: () => open(mail),
            },
            h('strong', {}, mail.subject || '(no subject)'),
            h('span', {}, mail.to.join(', ')),
            h(
              'small',
              {},
              moment(mail.sentAt),
              mail.attachments.length > 0 ? ` · ${mail.attachments.length} attached` : '',
            ),
          ),
        ),
      )
      if (shown.length === 0) list.replaceChildren(empty('No mail', 'What the functions send arrives here.'))
    }
    search.addEventListener('input', drawList)
    view.replaceChildren(h('div', { class: 'split' }, list, detail))
    const update = whenChanged((found) => {
      all = found
      drawList()
      if (!chosen && found[0]) open(found[0])
    })
    return repeat(2000, async () => update(await call('GET', 'mails')))
  },
}
