import { lazy } from 'react'
import type { Extension } from '../extensions/contract.ts'

const cards = () => import('../screens/home/cards.tsx')

/** The app's own parts of the start page, loaded when somebody goes there. */
export const builtIn: Extension = {
  cards: [
    { key: 'continue', Component: lazy(async () => ({ default: (await cards()).ContinueCard })) },
    { key: 'waiting', Component: lazy(async () => ({ default: (await cards()).WaitingCard })) },
    { key: 'planned', Component: lazy(async () => ({ default: (await cards()).PlannedCard })), isAside: true },
    { key: 'published', Component: lazy(async () => ({ default: (await cards()).PublishedCard })), isAside: true },
  ],
}
