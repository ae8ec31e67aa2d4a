import type { ComponentType, ReactNode } from 'react'
import type { QuireError } from '@quirecms/sdk'
import type { addresses } from '../data/addresses.ts'
import type { ListOptions } from '../data/client.ts'
import type { Capabilities, Doc } from '../data/document.ts'
import type { Place } from '../data/document-api.ts'
import type { EntitySchema, FieldSchema, Schema } from '../data/schema.ts'
import type { Rights } from '../data/use-rights.ts'
import type { HomeCard } from '../extensions/contract.ts'
import type { DocumentForm } from './document/use-document-form.ts'
import type { LiveCopy } from './document/use-live-copy.ts'
import type { ListState } from './list/list-state.ts'
import type { Choice } from './list/choice.ts'
import type { Selection } from './list/use-selection.ts'

/** What parts of a document's screen are told. */
export interface DocumentContext {
  readonly place: Place
  readonly access: Capabilities
  readonly form: DocumentForm
  readonly live: LiveCopy | undefined
  /** Whether the actor may write now; false while another user holds the lock. */
  readonly mayWrite: boolean
  /** Whether its address asks for the page beside it. */
  readonly isPreviewed: boolean
  /** Goes to a field, wherever it stands. Rows are named by their indexes or ids. */
  readonly openField: (path: string) => void
  /** Opens another document in a drawer. */
  readonly openDocument: (collection: string, id: string) => void
}

/** A document whose page is shown: while it is edited, or as it was at a revision. */
export interface PreviewedDocument extends Pick<DocumentContext, 'place' | 'access' | 'openField' | 'openDocument'> {
  readonly form: Pick<DocumentForm, 'stored' | 'isDirty' | 'values' | 'edits' | 'model'>
  /** The earlier revision that is shown. */
  readonly revision?: number
}

/** What parts of a field of the document are told. */
export interface FieldContext extends DocumentContext {
  readonly field: FieldSchema
}

/** What parts of a list are told. */
export interface ListContext {
  readonly entity: EntitySchema
  readonly state: ListState
  readonly docs: readonly Doc[]
  readonly selection: Selection
  readonly mayCreate: boolean
}

/** What is told of documents that are about to be deleted together. */
export interface RemovalsContext {
  readonly entity: EntitySchema
  /** What the list finds that they were chosen in. */
  readonly scope: ListOptions
  readonly choice: Choice
}

type SecondFactorChallenge = NonNullable<QuireError['challenge']>

/** Places in screens at which features stand, with what is told to what stands there. */
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
  /** Above the form of the sign-in; `next` is the path to go on to, if the address names one. */
  readonly signInAbove: { readonly entity: EntitySchema; readonly next: string | undefined }
  /** At the foot of the navigation. */
  readonly navigation: { readonly className: string; readonly nameClass: string; readonly countClass: string }
  /** In the bar of a document, in the place of its state: for who knows more of it than it says itself. */
  readonly documentState: DocumentContext
  /** Who else is at a document, wherever it is open: in the bar of its page, and in a drawer. */
  readonly documentPeople: Pick<DocumentContext, 'place' | 'access'>
  /** In the bar of a document, before its primary action. */
  readonly documentBar: DocumentContext
  /** In the menu beside the primary action. */
  readonly documentMenu: DocumentContext
  /** In the question before it is deleted: what that means for others. */
  readonly removal: DocumentContext
  /** In the question before it is unpublished: what that means for others. */
  readonly unpublishing: DocumentContext
  /** Before several are deleted. */
  readonly removals: RemovalsContext
  /** Beside the label of a field, shown on hover. */
  readonly fieldActions: FieldContext
  /** Above the fields of a document. */
  readonly documentHead: DocumentContext
  /** In the margin, above what fields it has, and below. */
  readonly marginAbove: DocumentContext
  readonly marginBelow: DocumentContext
  /** Beside a document, in the place of its margin, which is behind a tab then. */
  readonly documentPane: DocumentContext
  /** In the history: the page of a document as it was at a revision. */
  readonly revisionPane: PreviewedDocument
  /** Above what is listed. */
  readonly listHead: ListContext
  /** In the bar of a list, in the place of the link to a new document. */
  readonly listBar: ListContext
  /** Beside the title of a document in a list. */
  readonly listTitle: { readonly entity: EntitySchema; readonly doc: Doc }
  /** In the bar of a list, before all else: what can be done with all of it. */
  readonly listMenu: ListContext
  /** In the place of the table. */
  readonly listBody: ListContext
}

/** Something of a feature that stands in a screen. It is lazy: its code is loaded where it is shown. */
export interface SlotEntry<Context> {
  readonly isFor?: (context: Context) => boolean
  readonly Component: ComponentType<Context>
}

/** A part of the profile, with an address of its own. */
export interface ProfileEntry {
  readonly key: string
  readonly Label: ComponentType
  readonly Component: ComponentType
}

/** A place to go to, for the command palette. */
export interface FeaturePlace {
  readonly key: string
  readonly label: string
  readonly icon: ReactNode
  readonly to: { readonly to: string }
}

/** A document that was deleted, and the revision that this made of it. */
export interface Removed {
  readonly id: string
  readonly revision: number
}

/** What becomes of deleted documents where they are not gone for good. */
export interface Removal {
  /** What is offered, in the place of deleting. */
  readonly label: () => string
  /** What has happened to so many documents. */
  readonly done: (count: number) => string
  /** What is said when they are back. */
  readonly undone: (count: number) => string
  /** Where they are, for those who may look there. */
  readonly place: (entity: EntitySchema, rights: Rights | undefined) => ReturnType<typeof addresses.trash> | undefined
  /** Restores a deleted document in its state before the deletion. Refused if it was changed since. */
  readonly undo: (entity: EntitySchema, removed: Removed) => Promise<void>
}

/** What can be asked at any moment, and so is part of the first load. */
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
  /** Also the name of its file in every language. */
  readonly name: string
  readonly isIn: (schema: Schema) => boolean
  readonly parts?: FeatureParts
  readonly slots?: { readonly [Name in keyof SlotContexts]?: SlotEntry<SlotContexts[Name]> }
  readonly cards?: readonly (HomeCard & { readonly place?: 'first' | 'last' })[]
  readonly profile?: readonly ProfileEntry[]
}
