import type { EmailConfig, Mailer } from '@quirecms/core'
import type { Logger } from '@quirecms/server'
import type { Transporter } from 'nodemailer'

export function createMailer(email: EmailConfig | undefined, log: Logger): Mailer {
  return email ? smtpMailer(email) : logMailer(log)
}

/** Shorter than nodemailer's timeouts of minutes. */
const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

function smtpMailer({ url, host, port, secure, auth, from }: EmailConfig): Mailer {
  let transport: Promise<Transporter> | undefined
  // Loaded with the first mail: many applications never send any.
  async function connect(): Promise<Transporter> {
    const { createTransport } = await import('nodemailer')
    return createTransport(url === undefined ? { host, port, secure, auth, ...PATIENCE } : { url, ...PATIENCE })
  }
  return {
    async send(to, { subject, text, html }) {
      transport ??= connect()
      await (await transport).sendMail({ from, to, subject, text, ...(html !== undefined && { html }) })
    },
  }
}

/** For development only: the text contains tokens. */
function logMailer(log: Logger): Mailer {
  return {
    async send(to, { subject, text }) {
      log.warn(`mail is not configured; this mail would have been sent to ${to}:\n${subject}\n\n${text}`)
    },
  }
}
