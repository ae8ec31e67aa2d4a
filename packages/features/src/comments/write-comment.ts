import {
  actsOnDocument,
  type Call,
  type CheckedBody,
  isDocumentId,
  type Issue,
  newId,
  type Operation,
  QuireError,
  readerOf,
  type RuleName,
  type Unit,
  type MentionedArguments,
} from '@quirecms/core/feature'
import { mentionsOf, type NamedUser, presentComment, userText } from './comment-answer.ts'
import { COMMENT_API, MOST_COMMENTS } from './comment-api.ts'
import { type CommentRow, COMMENTS, MENTIONS } from './comment-table.ts'
import { authorOf, commentsOn, namedComment, type SeenFields, seenFields } from './discussed-document.ts'
import { mentionedUsers, type Participant } from './mentioned-users.ts'
import { noticeMail } from '../auth/offers.ts'
import { addressInAdmin, titleForUser, askCollection, nameIn } from '../overview/offers.ts'

/** An edit sends neither `field` nor `thread`. */
type WrittenComment = CheckedBody<typeof COMMENT_API.comment>

export function writeComment(rule: RuleName): Operation<Call> {
  return actsOnDocument({
    ...COMMENT_API.comment,
    accessAction: 'comment.created',
    rule,
    capability: { name: 'comment', onlyForUsers: true },
    leavesContent: true,
    request(call) {
      const author = authorOf(call)
      return { author, written: writtenComment(call) }
    },
    async begin({ call, load, request: { author, written } }) {
      const document = await load()
      const seen = await seenFields(call, document)
      const { field = '', thread, body, mentions = [] } = written
      const issues: Issue[] = []
      if (!seen.has(field)) issues.push({ code: 'not_found', path: 'field', message: 'There is no such field.' })
      const about = thread === undefined ? field : await fieldOfThread(call, document.id, thread, seen)
      if (about === null) issues.push(noSuchThread())
      const mentioned = await mentionedUsers(call, mentions, about ?? field)
      refuseIf([...issues, ...mentioned.issues])
      return { field: about ?? field, users: mentioned.users, mails: await mentionMails(author, mentioned.users, body) }
    },
    async run({ call, unit, before, request: { author, written }, begun: { field, users, mails } }) {
      const { records } = unit.tx
      const on = commentsOn(call, before.id)
      // The document is locked until commit, so the count can't change concurrently.
      if ((await records.count(COMMENTS.name, on)) >= MOST_COMMENTS) throw tooMany()
      if (written.thread !== undefined) await reopenForAnswer(call, unit, before.id, written.thread)
      const now = call.runtime.clock()
      const id = newId(now.getTime())
      const row: CommentRow = {
        id,
        ...on,
        thread: written.thread ?? id,
        field,
        author: userText(author),
        body: written.body,
        createdAt: now.toISOString(),
        editedAt: null,
        resolvedAt: null,
        resolvedBy: null,
      }
      await records.insert(COMMENTS.name, row)
      const names = users.map(({ actor }) => userText(actor))
      await storeMentions(unit, row, names)
      for (const queue of mails) await queue(unit)
      return { kind: 'doc', doc: presentComment(row, names) }
    },
  })
}

export function editComment(rule: RuleName): Operation<Call> {
  return actsOnDocument({
    ...COMMENT_API.editComment,
    accessAction: 'comment.updated',
    rule,
    leavesContent: true,
    request(call) {
      const author = authorOf(call)
      return { author, written: writtenComment(call) }
    },
    async begin({ call, load, request: { author, written } }) {
      const document = await load()
      const { records } = readerOf(call)
      const row = await ownComment(call, document.id, await seenFields(call, document), author)
      if (!written.mentions) return { users: null, mails: [] }
      const mentioned = await mentionedUsers(call, written.mentions, row.field)
      refuseIf(mentioned.issues)
      const before = new Set((await mentionsOf(records, [row.id])).get(row.id))
      const added = mentioned.users.filter(({ actor }) => !before.has(userText(actor)))
      return { users: mentioned.users, mails: await mentionMails(author, added, written.body) }
    },
    async run({ call, unit, before, request: { author, written }, begun: { users, mails } }) {
      const { records } = unit.tx
      const row = await ownComment(call, before.id, await seenFields(call, before), author)
      const changes = { body: written.body, editedAt: call.runtime.clock().toISOString() }
      await records.update(COMMENTS.name, { id: row.id }, changes)
      if (users) {
        await records.remove(MENTIONS.name, { comment: row.id })
        const names = users.map(({ actor }) => userText(actor))
        await storeMentions(unit, row, names)
      }
      for (const queue of mails) await queue(unit)
      const names = (await mentionsOf(records, [row.id])).get(row.id) ?? []
      return { kind: 'doc', doc: presentComment({ ...row, ...changes }, names) }
    },
  })
}

function writtenComment({ input }: Call): WrittenComment {
  const written = input.body as WrittenComment
  const issues: Issue[] = []
  if (written.body.trim() === '') issues.push({ code: 'required', path: 'body', message: 'Write something first.' })
  // Not every database can store these characters.
  if (written.body.includes('\0') || !written.body.isWellFormed())
    issues.push({ code: 'format', path: 'body', message: 'The text has characters that cannot be stored.' })
  if (written.field !== undefined && written.thread !== undefined)
    issues.push({
      code: 'forbidden',
      path: 'field',
      message: 'A reply is about the field of its thread: leave this out.',
    })
  refuseIf(issues)
  return written
}

function refuseIf(issues: readonly Issue[]): void {
  if (issues.length > 0) throw new QuireError('validation', 'The comment is not valid. The issues say why.', { issues })
}

function noSuchThread(): Issue {
  return { code: 'not_found', path: 'thread', message: 'There is no such comment to reply to.' }
}

/** Null if the caller can't see such a thread. */
async function fieldOfThread(call: Call, documentId: string, thread: string, seen: SeenFields): Promise<string | null> {
  if (!isDocumentId(thread)) return null
  const { records } = readerOf(call)
  const [first] = await records.find(COMMENTS.name, { ...commentsOn(call, documentId), id: thread, thread })
  return first && seen.has(first.field) ? first.field : null
}

/** An answer reopens its thread. */
async function reopenForAnswer(call: Call, { tx }: Unit, documentId: string, thread: string): Promise<void> {
  const match = { ...commentsOn(call, documentId), thread }
  const found = await tx.records.update(COMMENTS.name, match, { resolvedAt: null, resolvedBy: null })
  if (found === 0) refuseIf([noSuchThread()])
}

async function ownComment(call: Call, documentId: string, seen: SeenFields, author: NamedUser): Promise<CommentRow> {
  const row = await namedComment(call, readerOf(call).records, documentId, seen)
  if (row.author === userText(author)) return row
  throw new QuireError('forbidden', 'Only its author can edit a comment.')
}

async function storeMentions({ tx }: Unit, comment: CommentRow, users: readonly string[]): Promise<void> {
  const { id, collection, documentId } = comment
  for (const [position, user] of users.entries())
    await tx.records.insert(MENTIONS.name, { comment: id, user, collection, documentId, position })
}

function tooMany(): QuireError {
  return new QuireError(
    'conflict',
    `This has ${MOST_COMMENTS} comments already. Delete some that are no longer needed.`,
  )
}

/** A rendered mail, to be queued in the transaction of its comment. */
export type MentionMail = (unit: Unit) => Promise<void>

/** Mails to the mentioned users except the author. Each contains only what its recipient may read. */
async function mentionMails(
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

async function nameOf(call: Call, { collection, id }: NamedUser): Promise<string | null> {
  const entity = call.runtime.manifest.collections[collection]
  const answer = entity && (await askCollection(call, entity, 'list', { where: { id: { equals: id } }, limit: 1 }))
  const [found] = answer?.kind === 'list' ? answer.docs : []
  return entity && found ? nameIn(entity, found.value) : null
}
