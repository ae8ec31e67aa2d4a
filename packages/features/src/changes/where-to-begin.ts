import { QuireError } from '@quirecms/core/feature'
import { wrong } from './asked-changes.ts'
import type { FeedPosition } from './cursor.ts'
import { type Feed, isNowhere } from './feed.ts'

/**
 * Position for a requested cursor; null for a cursor of another feed. Reading checks whether changes after it are
 * missing.
 */
export async function whereToBegin(feed: Feed, after: string | undefined): Promise<FeedPosition | null> {
  if (after === undefined) return feed.end()
  if (after === '') return feed.beginning()
  const place = (await feed.seal()).open(after)
  if (place === null)
    throw wrong(
      'after',
      'format',
      'This is not a cursor of the feed. Send the `next` of an answer, or the `id` of a change.',
    )
  return place === 'other' || isNowhere(place) ? null : place
}

/**
 * Cursors for a client that reads everything again: after `next`, there are only changes that happen after this
 * answer.
 */
export async function gapOf(feed: Feed): Promise<{ first: string; next: string }> {
  const seal = await feed.seal()
  const [first, next] = await Promise.all([feed.beginning(), feed.end()])
  return { first: seal.seal(first), next: seal.seal(next) }
}

export async function gap(feed: Feed): Promise<QuireError> {
  const { first, next } = await gapOf(feed)
  const message =
    'Changes after this cursor are no longer stored. Read everything again, and continue from `next`; the oldest stored change is `first`.'
  return new QuireError('invalid_state', message, { feed: { first, next } })
}
