import type { MentionedArguments } from '../../contracts/auth.ts'
import type { Unit } from '../../contracts/unit-of-work.ts'
import type { Call } from '../../engine/call.ts'
import { forApplication } from '../../engine/read/for-application.ts'
import { noticeMail } from '../auth/offers.ts'
import { namingFieldOf } from '../overview/offers.ts'
import type { NamedUser } from './comment-answer.ts'
import type { Participant } from './mentioned-users.ts'
import { nameOf } from './named-user.ts'

/** A mail that is ready to be queued, in the transaction of the comment that it tells of. */
export type MentionMail = (unit: Unit) => Promise<void>

/** What is written to each of those who are mentioned, apart from the author: nothing but what they may read themselves. */
export async function mentionMails(
  author: NamedUser,
  users: readonly Participant[],
  comment: string,
): Promise<readonly MentionMail[]> {
  const mails: MentionMail[] = []
  for (const user of users) {
    const { actor, call } = user
    const entity = call.runtime.manifest.collections[actor.collection]
    // An address that is yet to be confirmed may be somebody else's: such an actor has none.
    const address: unknown = actor['email']
    const isAuthor = actor.id === author.id && actor.collection === author.collection
    if (isAuthor || !entity || typeof address !== 'string') continue
    const details: Omit<MentionedArguments, 'language'> = {
      author: await nameOf(call, author),
      title: titleFor(user),
      comment,
      url: addressOfDocument(call, user.document.id),
    }
    mails.push((unit) => noticeMail({ ...call, entity }, unit, 'mentioned', address, details))
  }
  return mails
}

/** By its title, where the user may read that; a global, or a document without one, by what it is. */
function titleFor({ call, document, seen }: Participant): string {
  const { entity, runtime } = call
  const naming = entity.kind === 'global' ? undefined : namingFieldOf(entity)
  const title = naming && seen.has(naming.path) ? forApplication(call, document)[naming.name] : undefined
  if (typeof title === 'string' && title !== '') return title
  const { label } = entity
  if (typeof label === 'string') return label
  return label[runtime.manifest.localization?.defaultLocale ?? ''] ?? Object.values(label)[0] ?? entity.slug
}

/** Below the configured public address, never one that a request names. */
function addressOfDocument({ entity: { kind, slug }, runtime }: Call, id: string): string | null {
  const { publicUrl, manifest } = runtime
  if (publicUrl === null || manifest.adminPath === null) return null
  const page = kind === 'global' ? `globals/${slug}` : `collections/${slug}/${id}`
  return `${publicUrl.replace(/\/$/, '')}${manifest.adminPath}/${page}`
}
