import type { Call, Feature } from '@quirecms/core/feature'
import { accessToAll } from './access-to-all.ts'
import { countsOfAll, preferenceParameter, startPage } from './start-page.ts'
import { collectionsParameter } from './asked-collections.ts'
import { documentsOfAll, idsParameter, statusParameter } from './documents-of-all.ts'
import { scheduledInAll } from './scheduled-in-all.ts'
import { searchInAll, wordsParameter } from './search-in-all.ts'
import { failedParameter, timeParameters } from '../schedule/offers.ts'

export const overview: Feature<Call> = {
  name: 'overview',
  needs: ['capabilities'],
  for: ({ kind }) => kind === 'service',
  adds: ({ parametersOfCollections }) => {
    // Parameters that choose copies, if collections have several.
    const chosen = ['draft', 'trash'].filter((name) => parametersOfCollections.has(name))
    const copies = chosen.filter((name) => name === 'draft')
    return {
      parameters: [
        wordsParameter,
        collectionsParameter,
        idsParameter,
        statusParameter,
        preferenceParameter,
        ...timeParameters,
        failedParameter,
      ],
      operations: [
        accessToAll,
        countsOfAll(chosen),
        searchInAll(copies),
        documentsOfAll(copies),
        scheduledInAll,
        startPage(copies),
      ],
    }
  },
}
