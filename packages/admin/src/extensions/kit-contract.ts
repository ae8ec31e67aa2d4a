import type * as React from 'react'
import type { ComponentType, ReactNode } from 'react'
import type { Capabilities, Doc, Page } from '../data/document.ts'
import type { FieldSchema, Schema } from '../data/schema.ts'
import type { FieldType } from '../fields/contract.ts'
import type { Extension } from './contract.ts'

/** Default export of an extension's module. */
export type Extend = (kit: ExtensionKit) => Extension

/**
 * Passed to extensions as an argument instead of imported, so that they share React and the data
 * with the app and need no build.
 */
export interface ExtensionKit {
  readonly react: typeof React
  readonly components: KitComponents
  readonly data: KitData
  /** How the app presents a field, to build on it: `{ ...fieldTypeOf({ type: 'number' }), name: 'rating', Input }`. */
  readonly fieldTypeOf: (field: Pick<FieldSchema, 'type' | 'admin'>) => FieldType
  /** Says in a word what happened. */
  readonly toast: (
    title: string,
    options?: { description?: string; action?: { label: string; run: () => void } },
  ) => void
  readonly toastError: (title: string, description?: string) => void
}

interface Holds {
  readonly children?: ReactNode
}

export interface KitComponents {
  readonly Button: ComponentType<
    Holds & { kind?: 'primary' | 'plain' | 'outline' | 'danger'; disabled?: boolean; onClick?: () => void }
  >
  readonly Failure: ComponentType<{ error: unknown; onRetry?: () => void }>
  readonly Input: ComponentType<{
    id?: string
    type?: string
    value?: string
    readOnly?: boolean
    'aria-label'?: string
    onChange?: (event: { target: { value: string } }) => void
  }>
  readonly Loading: ComponentType
  /** An entry of a menu, such as `documentMenu`. */
  readonly MenuItem: ComponentType<Holds & { danger?: boolean; disabled?: boolean; onSelect?: () => void }>
  readonly Moment: ComponentType<{ at: string }>
  readonly NoRows: ComponentType<Holds>
  readonly Notice: ComponentType<Holds & { title: string; actions?: ReactNode }>
  readonly Page: ComponentType<Holds & { isWide?: boolean }>
  readonly PageTitle: ComponentType<Holds & { count?: string; lead?: ReactNode }>
  readonly Row: ComponentType<{
    name: ReactNode
    isTitle?: boolean
    note?: ReactNode
    start?: ReactNode
    end?: ReactNode
  }>
  readonly Rows: ComponentType<Holds & { label?: string }>
  readonly Section: ComponentType<Holds & { title: string; about?: ReactNode; actions?: ReactNode }>
}

/** Result of a data hook, which may still be loading. */
export interface Answer<Data> {
  readonly data: Data | undefined
  readonly error: unknown
  readonly isPending: boolean
  readonly refetch: () => unknown
}

export interface KitData {
  readonly useSchema: () => Schema
  readonly useSession: () => { readonly user: Doc & { readonly email: string }; readonly collection: string }
  readonly useList: (
    collection: string,
    options: { where?: object; sort?: readonly string[]; limit?: number; page?: number; draft?: boolean | 'newest' },
  ) => Answer<Page>
  readonly useCount: (collection: string, options?: { where?: object; draft?: boolean | 'newest' }) => Answer<number>
  readonly useAccess: (collection: string, id?: string) => Answer<Capabilities>
  readonly may: (capabilities: Capabilities | undefined, operation: string) => boolean
  /** A value that each user stores on the service. Undefined while loading, null if unset. */
  readonly usePreference: <Value>(key: string) => readonly [Value | null | undefined, (value: Value) => void]
  /**
   * What a GET request of the service answers, such as one of your plugin; it is read again with the collection or
   * global that `about` names. Null asks for nothing.
   */
  readonly useAnswer: <Result = unknown>(
    path: string | null,
    options?: { query?: Readonly<Record<string, unknown>>; about?: { collection: string } | { global: string } },
  ) => Answer<Result>
  /** Returns a function that makes everything be read again that the app shows of a collection or global. */
  readonly useRefresh: () => (about: { collection: string } | { global: string }) => Promise<void>
  /** Returns a function that goes to a screen: `go('/collections/posts')`. */
  readonly useGo: () => (path: string) => void
  /** Calls any route of the service, such as those of your plugin. */
  readonly request: <Result = unknown>(
    method: string,
    path: string,
    options?: { query?: Readonly<Record<string, unknown>>; body?: unknown; headers?: Readonly<Record<string, string>> },
  ) => Promise<Result>
}
