import type { ComponentType } from 'react'
import type { FieldType } from '../fields/contract.ts'

/**
 * Contributions of plugins and applications to the app. The app's own field types and cards use the same values, so
 * extensions can do all that they can.
 */
export interface Extension {
  /** Named by `admin.component` of a field, or by its type. */
  readonly fields?: readonly FieldType[]
  readonly cards?: readonly HomeCard[]
  /** Screens with an address of their own: `/views/{key}`. */
  readonly views?: readonly View[]
  readonly menu?: readonly MenuEntry[]
}

export interface HomeCard {
  readonly key: string
  readonly Component: ComponentType
  /** Placed beside the other cards if there is room, otherwise below them. */
  readonly isAside?: boolean
}

export interface View {
  readonly key: string
  readonly title: string
  readonly Component: ComponentType
}

export interface MenuEntry {
  readonly key: string
  readonly label: string
  /** The heading in the navigation. */
  readonly group?: string
  /** The key of a view, or the address of a page elsewhere. */
  readonly view?: string
  readonly href?: string
}
