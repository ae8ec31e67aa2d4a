import { postOf, SEEDED_POSTS } from '../content/post.ts'
import { somePost } from './read-one.ts'
import type { Scenario } from './scenario.ts'

/** Changes two of eight fields, one of them indexed. */
function updateIn(name: string, collection: string): Scenario {
  return {
    name,
    status: 200,
    cycle: SEEDED_POSTS,
    request: (number) => {
      const { title, views } = postOf(number + 1)
      const body = { title: `${title}, revised`, views }
      return { method: 'PATCH', path: somePost(number, collection), body }
    },
    differing: ['updatedAt'],
  }
}

export const update = updateIn('update', 'posts')
/** With a snapshot of each revision. */
export const updateVersioned = updateIn('update-versioned', 'versioned-posts')
export const updateDraft = updateIn('update-draft', 'drafted-posts')
