/**
 * The events of documents that plugins add, by name. A plugin declares its own here, so that the compiler knows them wherever events are
 * named: in listeners, in webhooks and in the code of the plugin itself.
 *
 * @example
 * declare module 'quirecms' {
 *   interface PluginEvents { archived: true }
 * }
 */
export interface PluginEvents {}

/** Events of Quire's own features. */
export const DOCUMENT_EVENTS = [
  'created',
  'updated',
  'deleted',
  'trashed',
  'restored',
  'published',
  'unpublished',
  'scheduleFailed',
] as const

/** What happened to a document: its event is `document.archived`, or `global.archived` for a global. */
// oxlint-disable-next-line typescript/no-redundant-type-constituents -- there are none until a plugin adds to the interface
export type DocumentEventKind = (typeof DOCUMENT_EVENTS)[number] | Extract<keyof PluginEvents, string>

/**
 * An event that a feature emits. With `hides`, ordinary reads don't find the document afterwards: the change feed reports the event
 * without the document, as it does for `deleted`.
 */
export type DeclaredEvent = DocumentEventKind | { readonly name: DocumentEventKind; readonly hides: true }

export function eventName(event: DeclaredEvent): DocumentEventKind {
  return typeof event === 'string' ? event : event.name
}

export type DocumentEventName = `${'document' | 'global'}.${DocumentEventKind}`

/** Events of the change feed. The additional ones change no document, but concern its editors. */
export type FeedEventName = DocumentEventName | `${'document' | 'global'}.${'scheduled' | 'unscheduled'}`

/** Events for `app.on`. */
export type EventName = DocumentEventName | 'auth.login' | 'auth.logout'
