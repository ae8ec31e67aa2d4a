import { createRoute, lazyRouteComponent, Link } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { hasTrash } from '../../data/entities.ts'
import type { AdminFeature, AppSlotContexts, FeatureParts } from '../../screens/feature.ts'
import { addresses, type TrashSearch } from '../../data/addresses.ts'
import { useSchema } from '../../data/use-session.ts'
import { Icon } from '../../design/icon.tsx'
import { useFormats } from '../../words/formats.ts'
import { useWords, wordsNow } from '../../words/use-words.ts'
import { mayLookIntoTrash, useTrashCounts } from './use-trash.ts'
import { trashWords } from './words.ts'
import { collection } from '../../data/client.ts'
import { inside, onlyWith, searchOf } from '../root-routes.ts'

const trashParts: FeatureParts = {
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

export const trash: AdminFeature = {
  name: 'trash',
  isIn: ({ collections }) => Object.values(collections).some(hasTrash),
  parts: trashParts,
  slots: { navigation: { Component: TrashLink } },
}

export const trashRoute = createRoute({
  getParentRoute: () => inside,
  path: '/trash',
  validateSearch: searchOf<TrashSearch>(),
  beforeLoad: onlyWith('trash'),
  component: lazyRouteComponent(() => import('./trash-screen.tsx'), 'TrashScreen'),
})

function TrashLink({ className, nameClass, countClass }: AppSlotContexts['navigation']) {
  const said = useWords(trashWords)
  const formats = useFormats()
  const { collections } = useSchema()
  const withTrash = Object.values(collections).filter(hasTrash)
  // Load the counts when the pointer or the focus comes near, so that not every screen requests them.
  const [isNear, setNear] = useState(false)
  const come = () => setNear(true)
  const slugs = withTrash.map(({ slug }) => slug)
  const counts = Object.values(useTrashCounts(slugs, isNear))
  const total = counts.reduce<number>((sum, count) => sum + (count ?? 0), 0)
  if (counts.every((count) => count === null)) return null
  return (
    <Link
      {...addresses.trash()}
      className={className}
      activeOptions={{ includeSearch: false }}
      onPointerEnter={come}
      onFocus={come}
    >
      <Icon of={Trash2} />
      <span className={nameClass}>{said.trash}</span>
      {total > 0 && <span className={countClass}>{formats.number(total)}</span>}
    </Link>
  )
}
