import { builtIn } from './built-in.ts'
import type { Extension, HomeCard } from './contract.ts'

const extensions: Extension[] = [builtIn]

export function homeCards(): HomeCard[] {
  return extensions.flatMap(({ cards = [] }) => cards)
}
