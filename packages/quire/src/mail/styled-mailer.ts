import type { MailContent, Mailer, MailLayoutArguments, QuireConfig } from '@quirecms/core'
import { defaultLayout } from './default-layout.ts'
import { directionOf } from './direction.ts'
import { escapeHtml, mailBody } from './mail-body.ts'

/** Accent colour of the admin app in hexadecimal. */
const ACCENT = '#b4301f'

/** Sends every mail as text and HTML: adds the HTML if the mail has none. */
export function styledMailer(
  mailer: Mailer,
  { mail = {}, name, admin }: Pick<QuireConfig, 'mail' | 'name' | 'admin'>,
  reportError: (message: string, error: unknown) => void,
): Mailer {
  const { accent = ACCENT, name: brand } = admin?.branding ?? {}
  const surroundings = {
    application: name ?? brand ?? null,
    footer: mail.footer ?? null,
    escape: escapeHtml,
  }
  const colour = typeof accent === 'string' ? accent : accent.light

  function htmlOf({ subject, text, action, language = mail.language ?? 'en' }: MailContent): string {
    const body = mailBody(text, action, colour)
    const runs = { language, direction: directionOf(language) }
    const parts: MailLayoutArguments = { ...surroundings, ...runs, subject, text, body }
    if (!mail.layout) return defaultLayout(parts)
    try {
      const html: unknown = mail.layout(parts)
      if (typeof html === 'string') return html
      throw new TypeError(`it returned ${html === null ? 'null' : typeof html}, and must return a text`)
    } catch (error) {
      // The content matters more than the layout.
      reportError('mail.layout failed; sending the mail in the default layout', error)
      return defaultLayout(parts)
    }
  }

  return {
    send: (to, content) => {
      const { subject, text, html = htmlOf(content) } = content
      return mailer.send(to, { subject, text, html })
    },
  }
}
