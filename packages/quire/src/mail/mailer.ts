import type { EmailConfig, Mailer } from '@quirecms/core'
import type { Logger } from '@quirecms/server'
import type { Transporter } from 'nodemailer'

/** How the application sends mail: as configured, or to the log, where a developer finds it. */
export function createMailer(email: EmailConfig | undefined, log: Logger): Mailer {
  return email ? smtpMailer(email) : logMailer(log)
}

/** A mail server that says nothing is given up sooner than by default, which is minutes. */
const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

function smtpMailer({ url, host, port, secure, auth, from }: EmailConfig): Mailer {
  let transport: Promise<Transporter> | undefined
  // Many an application that could send mail never does: what sends it is loaded with the first one.
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

/** A mail's text holds the token that it is about, which is why this is for development only. */
function logMailer(log: Logger): Mailer {
  return {
    async send(to, { subject, text }) {
      log.warn(`no e-mail is configured; this mail would have been sent to ${to}:\n${subject}\n\n${text}`)
    },
  }
}
