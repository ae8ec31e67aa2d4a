import { PLANNED_POSTS, postOf } from '../content/post.ts'
import { idOf } from '../content/seeded.ts'
import type { Scenario } from './scenario.ts'

/**
 * Alternates saves and publications. Requests overtake each other, so a draft is published only after half of the
 * others were saved; the first ones are drafts from the beginning.
 */
export const saveAndPublish: Scenario = {
  name: 'publish',
  status: 200,
  cycle: 2 * PLANNED_POSTS,
  request: (number) => {
    const turn = Math.floor(number / 2)
    if (number % 2 === 1) return { method: 'POST', path: `${planned(turn)}/publish` }
    const { title, views } = postOf(turn + 1)
    return { method: 'PATCH', path: planned(turn + PLANNED_POSTS / 2), body: { title: `${title}, ${turn}`, views } }
  },
  differing: ['updatedAt'],
}

function planned(turn: number): string {
  return `/api/collections/planned-posts/${idOf(1 + (turn % PLANNED_POSTS))}`
}
