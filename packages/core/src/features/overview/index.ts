import type { Feature } from '../../contracts/contribution.ts'
import type { Call } from '../../engine/call.ts'
import { accessToAll } from './access-to-all.ts'
import { countsOfAll } from './counts-of-all.ts'
import { collectionsParameter, searchInAll, wordsParameter } from './search-in-all.ts'

/** One question about the whole application, where a client would otherwise ask every collection. */
export const overview: Feature<Call> = {
  name: 'overview',
  needs: ['capabilities'],
  for: ({ kind }) => kind === 'service',
  adds: ({ parametersOfCollections }) => {
    // Which copies are looked at, where collections have several.
    const chosen = ['draft', 'trash'].filter((name) => parametersOfCollections.has(name))
    return {
      parameters: [wordsParameter, collectionsParameter],
      operations: [accessToAll, countsOfAll(chosen), searchInAll(chosen.filter((name) => name === 'draft'))],
    }
  },
}
