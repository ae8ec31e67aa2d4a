/**
 * Whether a relationship has its document, rather than an id or nothing.
 *
 * @example
 * const post = await local.collections.posts.findOne(id, { populate: { author: true, tags: true } })
 * if (isPopulated(post.author)) console.log(post.author.name)
 * const tags = post.tags.filter(isPopulated)
 */
export function isPopulated<Value>(value: Value): value is Exclude<Value, string | null | undefined> {
  return typeof value === 'object' && value !== null
}
