import { ContinueCard, PlannedCard, PublishedCard, WaitingCard } from '../screens/home/cards.tsx'
import type { Extension } from './contract.ts'

/** The app's own parts of the start page. */
export const builtIn: Extension = {
  cards: [
    { key: 'continue', Component: ContinueCard },
    { key: 'waiting', Component: WaitingCard },
    { key: 'planned', Component: PlannedCard, isAside: true },
    { key: 'published', Component: PublishedCard, isAside: true },
  ],
}
