import { Trash2 } from 'lucide-react'
import { addresses } from '../../data/addresses.ts'
import { collection } from '../../data/client.ts'
import { hasTrash } from '../../data/entities.ts'
import { Icon } from '../../design/icon.tsx'
import type { FeatureParts } from '../../screens/feature.ts'
import { wordsNow } from '../../words/use-words.ts'
import { mayLookIntoTrash } from './trash-right.ts'
import { trashWords } from './words.ts'

export const trashParts: FeatureParts = {
  places: (collections, rights) =>
    collections.some((entity) => hasTrash(entity) && mayLookIntoTrash(rights[entity.slug]))
      ? [{ key: 'trash', label: wordsNow(trashWords).trash, icon: <Icon of={Trash2} />, to: addresses.trash() }]
      : [],
  removal: {
    label: () => wordsNow(trashWords).toTrash,
    done: (count) => wordsNow(trashWords).done({ count }),
    undone: (count) => wordsNow(trashWords).undone({ count }),
    place: ({ slug }, rights) => (mayLookIntoTrash(rights) ? addresses.trash({ collection: slug }) : undefined),
    undo: async ({ slug }, { id, revision }) => {
      await collection(slug).restoreDeleted(id, { ifMatch: revision })
    },
  },
}
