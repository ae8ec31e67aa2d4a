/** How mail is sent: through an SMTP server. */
export interface SmtpConfig {
  readonly transport: 'smtp'
  /** `smtp://user:password@mail.example.com:587`, instead of the separate parts. */
  readonly url?: string
  readonly host?: string
  readonly port?: number
  readonly secure?: boolean
  readonly auth?: { readonly user: string; readonly pass: string }
  /** The sender: `Quire <no-reply@example.com>`. */
  readonly from: string
}

export type EmailConfig = SmtpConfig

/**
 * Sends mail through an SMTP server. Without it, mail is printed to the log.
 *
 * @example
 * smtp({ host: 'mail.example.com', port: 587, from: 'My site <no-reply@example.com>' })
 */
export function smtp(options: Omit<SmtpConfig, 'transport'>): SmtpConfig {
  return { transport: 'smtp', ...options }
}
