export interface RowDeeds {
  readonly fold: (id: string, isFolded: boolean) => void
  readonly reveal: (id: string) => void
  readonly add: (at: number, blockType?: string) => void
  readonly paste: (at: number) => void
  readonly move: (id: string, by: number) => void
  /** Asks where to. */
  readonly moveFar: (id: string) => void
  readonly duplicate: (id: string) => void
  readonly copy: (id: string) => void
  readonly remove: (id: string) => void
  readonly select: (id: string, how: 'toggle' | 'extend') => void
  readonly unselect: () => void
}
