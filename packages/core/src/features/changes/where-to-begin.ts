import { QuireError } from '../../contracts/errors.ts'
import { wrong } from './asked-changes.ts'
import type { Place } from './cursor.ts'
import { type Feed, isNowhere } from './feed.ts'

/** Where a reader stands who asks for this; null for one of another feed. Whether anything is missing behind it shows when that is read. */
export async function whereToBegin(feed: Feed, after: string | undefined): Promise<Place | null> {
  if (after === undefined) return feed.end()
  if (after === '') return feed.beginning()
  const place = (await feed.seal()).open(after)
  if (place === null)
    throw wrong(
      'after',
      'format',
      'This is no cursor of the feed. Send the `next` of an answer, or the `id` of a change.',
    )
  return place === 'other' || isNowhere(place) ? null : place
}

/** Both are for whoever reads everything again: from `next` on there is only what happens after this answer. */
export async function gapOf(feed: Feed): Promise<{ first: string; next: string }> {
  const seal = await feed.seal()
  const [first, next] = await Promise.all([feed.beginning(), feed.end()])
  return { first: seal.seal(first), next: seal.seal(next) }
}

export async function gap(feed: Feed): Promise<QuireError> {
  const { first, next } = await gapOf(feed)
  const message =
    'The feed does not go back that far, or something is missing in it. Read everything again, and then go on from `next`; what is kept begins at `first`.'
  return new QuireError('invalid_state', message, { feed: { first, next } })
}
