import { useQuery } from '@tanstack/react-query'
import { collection } from '../../data/client.ts'
import { can } from '../../data/entities.ts'
import { keys } from '../../data/use-documents.ts'
import type { RemovalsContext } from '../feature.ts'
import { allBut, type ListQuery } from './choice.ts'

/** Limit of values in a condition. */
const AT_ONCE = 500
/** Maximum number of requests for a selection by ids; a query takes one. */
const ASKED = 20

type Uses = Awaited<ReturnType<ReturnType<typeof collection>['referencesToMany']>>

/** References to the selected documents, and how many documents were examined; undefined while loading. */
export function useUsesOfMany({ entity, scope, choice }: RemovalsContext): {
  readonly uses: Uses | undefined
  readonly isFailed: boolean
} {
  const { slug } = entity
  const { data, isError } = useQuery({
    queryKey: [...keys.collection(slug), 'referenced', scope, choice],
    queryFn: async () => {
      const answers: Uses[] = []
      const questions = choice.ids ? idsInTurn(choice.ids) : [allBut(scope, choice.except)]
      for (const question of questions) answers.push(await collection(slug).referencesToMany(question))
      return answers.reduce(mergeUses)
    },
    enabled: can(entity, 'references'),
    // Never from the cache, which may be stale; but cached within one dialog.
    gcTime: 0,
    refetchOnMount: false,
    retry: false,
  })
  return { uses: data, isFailed: isError && !data }
}

function idsInTurn(ids: readonly string[]): ListQuery[] {
  const questions: ListQuery[] = []
  for (let at = 0; at < ids.length && questions.length < ASKED; at += AT_ONCE)
    questions.push({ where: { id: { in: ids.slice(at, at + AT_ONCE) } } })
  return questions
}

function mergeUses(one: Uses, other: Uses): Uses {
  return {
    matched: one.matched + other.matched,
    checked: one.checked + other.checked,
    used: one.used + other.used,
    docs: [...one.docs, ...other.docs],
    places: [...one.places, ...other.places],
  }
}
