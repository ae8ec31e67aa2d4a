import { type JsonObject, type PresentedDocument, type RecordReader, presentRecord } from '@quirecms/core/feature'
import { type CommentRow, MENTIONS } from './comment-table.ts'

export interface NamedUser {
  readonly collection: string
  readonly id: string
}

export function userText({ collection, id }: NamedUser): string {
  return `${collection}/${id}`
}

/** Slugs contain no slash. */
function userNamed(text: string): NamedUser {
  const [collection = '', id = ''] = text.split('/')
  return { collection, id }
}

export async function presentComments(
  records: RecordReader,
  rows: readonly CommentRow[],
): Promise<readonly PresentedDocument[]> {
  const mentions = await mentionsOf(
    records,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => presentComment(row, mentions.get(row.id) ?? []))
}

/** Users that each comment mentions, in their order. */
export async function mentionsOf(
  records: RecordReader,
  comments: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const inOrder = { sort: { column: 'position', descending: false } } as const
  const found =
    comments.length === 0 ? [] : await records.find(MENTIONS.name, { comment: { oneOf: comments } }, inOrder)
  const users = new Map<string, string[]>()
  for (const { comment, user } of found) users.set(comment, [...(users.get(comment) ?? []), user])
  return users
}

export function presentComment(row: CommentRow, mentions: readonly string[]): PresentedDocument {
  const { id, thread, field, author, body, createdAt, editedAt, resolvedAt, resolvedBy } = row
  const value: JsonObject = {
    id,
    thread: thread === id ? null : thread,
    field: field === '' ? null : field,
    author: { ...userNamed(author) },
    body,
    mentions: mentions.map((user) => ({ ...userNamed(user) })),
    createdAt,
    editedAt,
    resolvedAt,
    resolvedBy: resolvedBy === null ? null : { ...userNamed(resolvedBy) },
  }
  // Comments have no revisions.
  return presentRecord(id, value)
}
