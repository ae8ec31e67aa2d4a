import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useCallback, useRef } from 'react'
import type { DocumentSearch } from '../../data/addresses.ts'
import { useSchema } from '../../data/use-session.ts'
import type { FormContext } from '../../fields/contract.ts'
import { DocumentDrawer } from './document-drawer.tsx'

const NEW = 'new'

export function useDrawer(): { openDocument: NonNullable<FormContext['openDocument']>; drawer: ReactNode } {
  const navigate = useNavigate()
  const { drawer: open } = useSearch({ strict: false })
  const { collections } = useSchema()
  const whenCreated = useRef<((id: string) => void) | undefined>(undefined)
  const show = useCallback(
    (drawer: string | undefined) =>
      navigate({
        to: '.',
        search: ({ drawer: _, ...old }: DocumentSearch) => (drawer === undefined ? old : { ...old, drawer }),
        resetScroll: false,
      }),
    [navigate],
  )
  // Stable, so that fields don't render again.
  const openDocument = useCallback<NonNullable<FormContext['openDocument']>>(
    (collection, target = NEW, onCreated) => {
      whenCreated.current = onCreated
      void show(`${collection}/${target}`)
    },
    [show],
  )
  const [slug = '', id] = open?.split('/') ?? []
  const entity = collections[slug]
  return {
    openDocument,
    drawer: entity && id !== undefined && (
      <DocumentDrawer
        key={open}
        entity={entity}
        id={id === NEW ? null : id}
        onClose={() => void show(undefined)}
        onCreated={(created) => whenCreated.current?.(created)}
      />
    ),
  }
}
