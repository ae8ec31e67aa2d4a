import { Trash2 } from 'lucide-react'
import { addresses } from '../../data/addresses.ts'
import { collection } from '../../data/client.ts'
import { hasTrash } from '../../data/entities.ts'
import { may } from '../../data/use-documents.ts'
import { Icon } from '../../design/icon.tsx'
import type { FeatureParts } from '../../screens/feature.ts'
import { wordsNow } from '../../words/use-words.ts'
import { trashWords } from './words.ts'

export const trashParts: FeatureParts = {
  // The trash rests on the right to delete.
  places: (collections, rights) =>
    collections.some((entity) => hasTrash(entity) && may(rights[entity.slug], 'delete'))
      ? [{ key: 'trash', label: wordsNow(trashWords).trash, icon: <Icon of={Trash2} />, to: addresses.trash() }]
      : [],
  removal: {
    label: () => wordsNow(trashWords).toTrash,
    done: (count) => wordsNow(trashWords).done({ count }),
    undone: (count) => wordsNow(trashWords).undone({ count }),
    undo: async ({ slug }, id) => {
      await collection(slug).restoreDeleted(id)
    },
  },
}
