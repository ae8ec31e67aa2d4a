import type { HookArguments } from 'quire'

/** Sets the date when a post is first published; later changes keep it. */
export function setPublishedAt({ data, doc }: HookArguments) {
  const publishes = data?.['status'] === 'published' && doc?.['status'] !== 'published'
  const hasDate = Boolean(data?.['publishedAt'] ?? doc?.['publishedAt'])
  return publishes && !hasDate ? { ...data, publishedAt: new Date().toISOString() } : data
}
