import type { ComponentType, ReactNode } from 'react'
import type { QuireError } from '@quirecms/sdk'
import type { addresses } from '../data/addresses.ts'
import type { ListOptions } from '../data/client.ts'
import type { Capabilities, Doc } from '../data/document.ts'
import type { DocumentPlace } from '../data/document-api.ts'
import type { EntitySchema, FieldSchema, Schema } from '../data/schema.ts'
import type { Rights } from '../data/use-rights.ts'
import type { HomeCard } from '../extensions/contract.ts'
import type { DocumentForm } from './document/use-document-form.ts'
import type { LiveCopy } from './document/use-live-copy.ts'
import type { ListState } from './list/list-state.ts'
import type { Choice } from './list/choice.ts'
import type { Selection } from './list/use-selection.ts'

/** Props of parts in the screen of a document. */
export interface DocumentContext {
  readonly place: DocumentPlace
  readonly access: Capabilities
  readonly form: DocumentForm
  readonly live: LiveCopy | undefined
  /** Whether the actor may write now; false while another user holds the lock. */
  readonly mayWrite: boolean
  /** Whether the preview pane is open. */
  readonly isPreviewed: boolean
  /** Scrolls to a field. Rows are named by indexes or ids. */
  readonly openField: (path: string) => void
  readonly openDocument: (collection: string, id: string) => void
}

/** A previewed document: the edited one, or a revision. */
export interface PreviewedDocument extends Pick<DocumentContext, 'place' | 'access' | 'openField' | 'openDocument'> {
  readonly form: Pick<DocumentForm, 'stored' | 'isDirty' | 'values' | 'edits' | 'model'>
  /** The shown revision, if it is not the newest. */
  readonly revision?: number
}

export interface FieldContext extends DocumentContext {
  readonly field: FieldSchema
}

export interface ListContext {
  readonly entity: EntitySchema
  readonly state: ListState
  readonly docs: readonly Doc[]
  readonly selection: Selection
  readonly mayCreate: boolean
}

/** Documents that are about to be deleted together. */
export interface RemovalsContext {
  readonly entity: EntitySchema
  /** The list that they were selected in. */
  readonly scope: ListOptions
  readonly choice: Choice
}

type SecondFactorChallenge = NonNullable<QuireError['challenge']>

/** Named slots of screens, with the props of the parts that features put there. */
export interface SlotContexts {
  /** Below the sign-in form. `enter` continues with the signed-in user. */
  readonly signInBelow: { readonly entity: EntitySchema; readonly enter: () => Promise<void> }
  /** Replaces the sign-in form: asks for the second factor after the password. */
  readonly secondStep: {
    readonly slug: string
    readonly challenge: SecondFactorChallenge
    readonly enter: () => Promise<void>
    readonly onBack: () => void
  }
  /** In the profile, between the password and the sessions. */
  readonly profileSecurity: { readonly entity: EntitySchema }
  /** Above the sign-in form; `next` is the path to open after the sign-in. */
  readonly signInAbove: { readonly entity: EntitySchema; readonly next: string | undefined }
  /** At the foot of the navigation. */
  readonly navigation: { readonly className: string; readonly nameClass: string; readonly countClass: string }
  /** Replaces the status in the bar of a document. */
  readonly documentState: DocumentContext
  /** Other users at a document, in the bar of its page and in the drawer. */
  readonly documentPeople: Pick<DocumentContext, 'place' | 'access'>
  /** In the bar of a document, before its primary action. */
  readonly documentBar: DocumentContext
  /** In the menu beside the primary action. */
  readonly documentMenu: DocumentContext
  /** In the confirmation of a deletion. */
  readonly removal: DocumentContext
  /** In the confirmation of unpublishing. */
  readonly unpublishing: DocumentContext
  readonly removals: RemovalsContext
  /** Beside the label of a field, shown on hover. */
  readonly fieldActions: FieldContext
  /** Above the fields of a document. */
  readonly documentHead: DocumentContext
  /** In the margin, above its fields, and below. */
  readonly marginAbove: DocumentContext
  readonly marginBelow: DocumentContext
  /** Replaces the margin of a document, which moves behind a tab. */
  readonly documentPane: DocumentContext
  /** In the history: the preview of a revision. */
  readonly revisionPane: PreviewedDocument
  /** Above the rows of a list. */
  readonly listHead: ListContext
  /** In the bar of a list, replaces the link to a new document. */
  readonly listBar: ListContext
  /** Beside the title of a document in a list. */
  readonly listTitle: { readonly entity: EntitySchema; readonly doc: Doc }
  /** In the bar of a list, before all other buttons. */
  readonly listMenu: ListContext
  /** Replaces the table. */
  readonly listBody: ListContext
}

export interface SlotEntry<Context> {
  readonly isFor?: (context: Context) => boolean
  readonly Component: ComponentType<Context>
}

/** A tab of the profile with its own address. */
export interface ProfileEntry {
  readonly key: string
  readonly Label: ComponentType
  readonly Component: ComponentType
}

/** A destination for the command palette. */
export interface FeaturePlace {
  readonly key: string
  readonly label: string
  readonly icon: ReactNode
  readonly to: { readonly to: string }
}

/** A deleted document, with the revision of its deletion. */
export interface Removed {
  readonly id: string
  readonly revision: number
}

/** How deleted documents can be restored, if they can. */
export interface Removal {
  readonly label: () => string
  /** Message after the deletion of `count` documents. */
  readonly done: (count: number) => string
  readonly undone: (count: number) => string
  /** Address of the trash, for actors who may see it. */
  readonly place: (entity: EntitySchema, rights: Rights | undefined) => ReturnType<typeof addresses.trash> | undefined
  /** Restores a deleted document in its state before the deletion. Refused if it was changed since. */
  readonly undo: (entity: EntitySchema, removed: Removed) => Promise<void>
}

/** Functions that can be called at any time, so they are part of the first load. */
export interface FeatureParts {
  readonly places?: (
    collections: readonly EntitySchema[],
    rights: Readonly<Record<string, Rights | undefined>>,
  ) => readonly FeaturePlace[]
  readonly removal?: Removal
}

/**
 * A feature of the service in the admin app. Only this description is part of the first load; the rest
 * is loaded on first use, if the application has the feature.
 */
export interface AdminFeature {
  readonly name: string
  readonly isIn: (schema: Schema) => boolean
  readonly parts?: FeatureParts
  readonly slots?: { readonly [Name in keyof SlotContexts]?: SlotEntry<SlotContexts[Name]> }
  readonly cards?: readonly (HomeCard & { readonly place?: 'first' | 'last' })[]
  readonly profile?: readonly ProfileEntry[]
}
