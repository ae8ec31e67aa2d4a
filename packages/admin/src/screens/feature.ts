import type { ReactNode } from 'react'
import type { QuireError } from '@quirecms/sdk'
import type { addresses } from '../data/addresses.ts'
import type { ListOptions } from '../data/client.ts'
import type { DocumentPlace } from '../data/document-api.ts'
import type { EntitySchema, FieldSchema, Schema } from '../data/schema.ts'
import type { Rights } from '../data/use-rights.ts'
import type { DocumentSlot, Extension, ListSlot, SlotContexts } from '../extensions/contract.ts'
import type { DocumentForm } from './document/use-document-form.ts'
import type { LiveCopy } from './document/use-live-copy.ts'
import type { ListState } from './list/list-state.ts'
import type { Choice } from './list/choice.ts'
import type { Selection } from './list/use-selection.ts'

/** Props of parts in the screen of a document. */
export interface DocumentContext extends DocumentSlot {
  readonly place: DocumentPlace
  readonly form: DocumentForm
  readonly live: LiveCopy | undefined
  /** Whether the preview pane is open. */
  readonly isPreviewed: boolean
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

/** Props of the app's own parts in the screen of a list. */
export interface ListContext extends ListSlot {
  readonly state: ListState
  readonly selection: Selection
  /** Whether the actor may do anything with selected documents. */
  readonly maySelect: boolean
}

/** Documents that are about to be deleted together. */
export interface RemovalsContext {
  readonly entity: EntitySchema
  /** The list that they were selected in. */
  readonly scope: ListOptions
  readonly choice: Choice
}

type SecondFactorChallenge = NonNullable<QuireError['challenge']>

/** All slots of screens: those of extensions, with more props, and those that need the app's own code. */
export interface AppSlotContexts extends SlotContexts {
  /** Below the sign-in form. `enter` continues with the signed-in user. */
  readonly signInBelow: { readonly entity: EntitySchema; readonly enter: () => Promise<void> }
  /** Replaces the sign-in form: asks for the second factor after the password. */
  readonly secondStep: {
    readonly slug: string
    readonly challenge: SecondFactorChallenge
    readonly enter: () => Promise<void>
    readonly onBack: () => void
  }
  /** Above the sign-in form; `next` is the path to open after the sign-in. */
  readonly signInAbove: { readonly entity: EntitySchema; readonly next: string | undefined }
  /** At the foot of the navigation. */
  readonly navigation: { readonly className: string; readonly nameClass: string; readonly countClass: string }
  /** Replaces the status in the bar of a document. */
  readonly documentState: DocumentContext
  /** Other users at a document, in the bar of its page and in the drawer. */
  readonly documentPeople: Pick<DocumentContext, 'place' | 'access'>
  readonly documentBar: DocumentContext
  readonly documentMenu: DocumentContext
  readonly removal: DocumentContext
  readonly unpublishing: DocumentContext
  readonly removals: RemovalsContext
  readonly fieldActions: FieldContext
  readonly documentHead: DocumentContext
  readonly marginAbove: DocumentContext
  readonly marginBelow: DocumentContext
  /** Replaces the margin of a document, which moves behind a tab. */
  readonly documentPane: DocumentContext
  /** In the history: the preview of a revision. */
  readonly revisionPane: PreviewedDocument
  readonly listHead: ListContext
  /** In the bar of a list, replaces the link to a new document. */
  readonly listBar: ListContext
  readonly listMenu: ListContext
  /** Replaces the table. */
  readonly listBody: ListContext
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
 * A feature of the service in the admin app: an extension with a name and parts that the first load has. Only this
 * description is part of the first load; the rest is loaded on first use, if the application has the feature.
 */
export interface AdminFeature extends Extension<AppSlotContexts> {
  readonly name: string
  readonly isIn: (schema: Schema) => boolean
  readonly parts?: FeatureParts
}
