import type { Context } from './access.ts'

export interface MailAction {
  readonly label: string
  /** An http or https URL. Also part of the plain text. */
  readonly url: string
}

export interface MailLayoutArguments {
  readonly subject: string
  /** Plain text; escape it for HTML. */
  readonly text: string
  /** The escaped HTML body: paragraphs, quotations, lists, links, and the button if there is one. */
  readonly body: string
  /** Name of the application: `name` or `admin.branding.name`; null without one. */
  readonly application: string | null
  readonly footer: string | null
  /** Language of the mail: its own, or else `mail.language`, or else `en`. */
  readonly language: string
  /** Text direction of that language. */
  readonly direction: 'ltr' | 'rtl'
  /** Escapes untrusted text for HTML, also for attributes. */
  readonly escape: (text: string) => string
}

/** Renders the HTML of a mail: a whole document. */
export type MailLayout = (mail: MailLayoutArguments) => string

export interface MailMessage {
  /** One address. */
  readonly to: string
  /** One line. */
  readonly subject: string
  readonly text: string
  /** By default generated from the text. Sent unchanged, so escape untrusted text. */
  readonly html?: string
  /** The next step of the reader: in the generated HTML, a button replaces the paragraph with its URL. */
  readonly action?: MailAction
}

/** Sends mails from hooks, routes and jobs. Not available over HTTP. */
export interface MailApi {
  /**
   * Queues a mail. In a transaction, it goes out after the commit, and not at all after a rollback. Throws
   * `invalid_state` if no mail is configured, and `unavailable` if too many mails wait.
   *
   * @example
   * await local.mail.send({ to: order.email, subject: 'Thank you', text: `Your order ${order.number} is on its way.` })
   */
  send(message: MailMessage, options?: { readonly context?: Context }): Promise<{ queued: true }>
}
