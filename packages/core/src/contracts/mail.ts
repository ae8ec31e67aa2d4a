import type { Context } from './access.ts'

/** What the reader of a mail is to do next: a button in its HTML. */
export interface MailAction {
  readonly label: string
  /** An http or https address. It also stands in the plain text part. */
  readonly url: string
}

/** What the HTML of a mail is made of. */
export interface MailLayoutArguments {
  readonly subject: string
  /** What the mail says, as plain text. Escape it wherever it becomes HTML. */
  readonly text: string
  /** The escaped HTML body: paragraphs, quotations, lists, links, and the button if there is one. */
  readonly body: string
  /** What the application is called: as `name` or `admin.branding.name` say; null if neither does. */
  readonly application: string | null
  /** `mail.footer`. */
  readonly footer: string | null
  /** What the mail is written in: as it says itself, or else `mail.language`, or else `en`. */
  readonly language: string
  /** How texts of that language run. */
  readonly direction: 'ltr' | 'rtl'
  /** Escapes untrusted text for HTML, also for attributes. */
  readonly escape: (text: string) => string
}

/** Makes the HTML of a mail: a whole document. */
export type MailLayout = (mail: MailLayoutArguments) => string

/** A mail of the application's own. */
export interface MailMessage {
  /** One address. */
  readonly to: string
  /** One line. */
  readonly subject: string
  readonly text: string
  /** Without it, the HTML is made of the text. Escape what others have written: it is sent as it is. */
  readonly html?: string
  /** What the reader is to do next: a button in the HTML that is made of the text, in the place of the paragraph with its address. */
  readonly action?: MailAction
}

/** Sends mails from hooks, routes and jobs. There is no way to it over HTTP. */
export interface MailApi {
  /**
   * Queues a mail. In a transaction, it goes out after the commit, and not at all after a rollback. `invalid_state` if no mail is configured,
   * and `unavailable` if too many wait.
   *
   * @example
   * await local.mail.send({ to: order.email, subject: 'Thank you', text: `Your order ${order.number} is on its way.` })
   */
  send(message: MailMessage, options?: { readonly context?: Context }): Promise<{ queued: true }>
}
