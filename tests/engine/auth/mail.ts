import type { MailContent, Mailer } from '@quirecms/core'
import { must } from '@quirecms/testkit'
import { expect } from 'vitest'

export interface SentMail extends MailContent {
  readonly to: string
}

/** A mailer that keeps what it is given. */
export class Outbox implements Mailer {
  readonly sent: SentMail[] = []
  /** The error of sending, if set. */
  failure: Error | undefined

  async send(to: string, content: MailContent): Promise<void> {
    if (this.failure) throw this.failure
    // Each mail needs both parts: one without is never sent, and the test that waits for it fails.
    if (!content.text || !content.html) throw new Error(`"${content.subject}" lacks a part`)
    this.sent.push({ to, ...content })
  }

  to(address: string): SentMail[] {
    return this.sent.filter((mail) => mail.to === address)
  }

  /** The latest mail to an address, once this many have arrived. */
  async newest(address: string, count = 1): Promise<SentMail> {
    await expect.poll(() => this.to(address)).toHaveLength(count)
    return this.to(address).at(-1) as SentMail
  }
}

export function tokenIn({ text }: { readonly text: string }): string {
  return must(/(?:token=|token: |is: )([\w-]{43,})/.exec(text)?.[1], 'token in the mail')
}
