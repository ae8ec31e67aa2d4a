import type { MentionedArguments, Unit } from '@quirecms/core/feature'
import { noticeMail } from '../auth/offers.ts'
import { addressInAdmin, titleForUser } from '../overview/offers.ts'
import type { NamedUser } from './comment-answer.ts'
import type { Participant } from './mentioned-users.ts'
import { nameOf } from './named-user.ts'

/** A rendered mail, to be queued in the transaction of its comment. */
export type MentionMail = (unit: Unit) => Promise<void>

/** Mails to the mentioned users except the author. Each contains only what its recipient may read. */
export async function mentionMails(
  author: NamedUser,
  users: readonly Participant[],
  comment: string,
): Promise<readonly MentionMail[]> {
  const mails: MentionMail[] = []
  for (const user of users) {
    const { actor, call } = user
    const entity = call.runtime.manifest.collections[actor.collection]
    // An unconfirmed address may belong to another person; then the actor has none.
    const address: unknown = actor['email']
    const isAuthor = actor.id === author.id && actor.collection === author.collection
    if (isAuthor || !entity || typeof address !== 'string') continue
    const details: Omit<MentionedArguments, 'language'> = {
      author: await nameOf(call, author),
      title: titleForUser(call, user.document, {
        language: call.runtime.manifest.localization?.defaultLocale,
        isSeen: ({ path }) => user.seen.has(path),
      }),
      comment,
      url: addressInAdmin(call, user.document.id),
    }
    mails.push((unit) => noticeMail({ ...call, entity }, unit, 'mentioned', address, details))
  }
  return mails
}
