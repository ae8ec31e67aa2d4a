import type { ComponentType, ReactNode } from 'react'
import type { Capabilities, Doc } from '../data/document.ts'
import type { EntitySchema, FieldSchema, Schema } from '../data/schema.ts'
import type { FieldType, FormModel } from '../fields/contract.ts'

/**
 * What a plugin, an application or a feature of Quire adds to the app. The app's own features are extensions, too: their
 * slots are told more than those of others (`screens/feature.ts`), and everything else is the same.
 */
export interface Extension<Contexts extends SlotContexts = SlotContexts> {
  /** Whether the application has what the extension is for; without it, always. */
  readonly isIn?: (schema: Schema) => boolean
  /** Named by `admin.component` of a field, or by its type. */
  readonly fields?: readonly FieldType[]
  readonly cards?: readonly HomeCard[]
  /** Screens with an address of their own: `/views/{key}`. */
  readonly views?: readonly View[]
  readonly menu?: readonly MenuEntry[]
  /** Buttons, panels and marks in screens, by the place where they stand. */
  readonly slots?: { readonly [Name in keyof Contexts]?: SlotEntry<Contexts[Name]> }
  /** Parts of the profile of the user. */
  readonly profile?: readonly ProfileEntry[]
}

export interface HomeCard {
  readonly key: string
  readonly Component: ComponentType
  /** Placed beside the other cards if there is room, otherwise below them. */
  readonly isAside?: boolean
  /** Above or below the app's own cards; without it, between them and those of extensions. */
  readonly place?: 'first' | 'last'
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

/** A part of the profile, with an address of its own. */
export interface ProfileEntry {
  readonly key: string
  readonly Label: ComponentType
  readonly Component: ComponentType
}

/** Something that stands in a screen. Use `React.lazy` for larger parts: their code is then loaded where they are shown. */
export interface SlotEntry<Context> {
  readonly isFor?: (context: Context) => boolean
  /** A function, or what `React.lazy` makes of one. */
  readonly Component: (context: Context) => ReactNode
}

/** Places in screens, and what a component there is told. */
export interface SlotContexts {
  /** In the bar of a document, before its primary action. */
  readonly documentBar: DocumentSlot
  /** In the menu beside the primary action. */
  readonly documentMenu: DocumentSlot
  /** Above the fields of a document. */
  readonly documentHead: DocumentSlot
  /** In the margin, above the fields that stand there, and below. */
  readonly marginAbove: DocumentSlot
  readonly marginBelow: DocumentSlot
  /** In the question before it is deleted: what that means for others. */
  readonly removal: DocumentSlot
  /** In the question before it is unpublished: what that means for others. */
  readonly unpublishing: DocumentSlot
  /** Beside the label of a field, shown on hover. */
  readonly fieldActions: DocumentSlot & { readonly field: FieldSchema }
  /** Above what is listed. */
  readonly listHead: ListSlot
  /** In the bar of a list, before all else: what can be done with all of it. */
  readonly listMenu: ListSlot
  /** Beside the title of a document in a list. */
  readonly listTitle: { readonly entity: EntitySchema; readonly doc: Doc }
  /** In the profile, between the password and the sessions. */
  readonly profileSecurity: { readonly entity: EntitySchema }
}

/** What parts of a document's screen are told. */
export interface DocumentSlot {
  readonly place: {
    readonly kind: 'collection' | 'global'
    readonly entity: EntitySchema
    /** Null for a document that does not exist yet. Of a global, its slug. */
    readonly id: string | null
    readonly locale: string | undefined
  }
  readonly access: Capabilities
  /** Whether the actor may write now; false while another user holds the lock. */
  readonly mayWrite: boolean
  readonly form: FormSlot
  /** Goes to a field, wherever it stands. Rows are named by their indexes or ids. */
  readonly openField: (path: string) => void
  /** Opens another document in a drawer. */
  readonly openDocument: (collection: string, id: string) => void
}

/** The document while it is edited. */
export interface FormSlot {
  /** As the service has it; undefined until it was saved for the first time. */
  readonly stored: Doc | undefined
  readonly isDirty: boolean
  /** What the editor sees, changes that are not saved included. */
  readonly values: Readonly<Record<string, unknown>>
  readonly model: FormModel
  readonly setValue: (name: string, value: unknown) => void
  /**
   * Does something else with the document than editing. What is unsaved is saved first. `run` gets the document as it
   * is stored then, and returns what has become of it, if that is still to be edited. A refusal is shown in the form.
   */
  readonly act: (action: 'other', run: (doc: Doc) => Promise<Doc | undefined>) => Promise<Doc | undefined>
}

/** What parts of a list are told. */
export interface ListSlot {
  readonly entity: EntitySchema
  readonly docs: readonly Doc[]
  readonly mayCreate: boolean
}
