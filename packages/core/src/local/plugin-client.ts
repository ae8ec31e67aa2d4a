/**
 * The operations of a plugin, for the client library: `client.plugin(webhooksClient).deliveries()`. A plugin exports it from a module that
 * imports nothing of the server, since browsers load it.
 *
 * @example
 * export const likesClient: PluginClient<LikesMethods> = {
 *   operations: { like: 'POST /api/plugins/likes/{id}/like id,body value' },
 * }
 */
export interface PluginClient<Methods> {
  /**
   * By method: how it is called over HTTP, its arguments (`-` if there are none; `body` is sent as JSON, the others stand in the path), and
   * what it answers with: `doc`, for the document in the answer, or `value`, for the whole of it.
   */
  readonly operations: { readonly [Name in keyof Methods]: string }
  /** Never there. It tells the types of the methods to a client library that knows this one by a declaration of its own. */
  readonly methods?: Methods
}
