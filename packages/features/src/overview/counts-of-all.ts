import { answersValue, anyCaller, type Call, type Operation, type OperationInput } from '@quirecms/core/feature'
import { askCollection, takenBy } from './ask-each-collection.ts'
import { COUNTS_SCHEMA } from './overview-api.ts'

export function countsOfAll(parameters: readonly string[]): Operation<Call> {
  return answersValue({
    name: 'countsOfAll',
    summary: 'Count the documents of all collections',
    description:
      'The total number of documents in the list of each collection. Omits collections that you may not list and, with `trash=true`, those without a trash.',
    endpoint: { method: 'GET', path: '/counts' },
    local: { method: 'counts', args: [], on: 'application' },
    parameters,
    answer: { kind: 'value', status: 200, schema: COUNTS_SCHEMA },
    authorize: anyCaller,
    inEveryScope: true,
    answers: async ({ call }) => ({ counts: await countAll(call, call.input.query) }),
  })
}

export async function countAll(call: Call, query: OperationInput['query']): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const [slug, entity] of Object.entries(call.runtime.manifest.collections)) {
    const taken = takenBy(entity, 'count', query)
    if (query['trash'] === true && !('trash' in taken)) continue
    const answer = await askCollection(call, entity, 'count', taken)
    if (answer?.kind === 'value') counts[slug] = Number(answer.value['count'])
  }
  return counts
}
