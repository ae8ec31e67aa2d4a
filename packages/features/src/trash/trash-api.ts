import {
  type AnsweredDoc,
  type CallMode,
  type Checked,
  type CollectionSlug,
  type ContentModel,
  type DescribedOperations,
  type Omittable,
  type OperationMethods,
  schemas,
  type UpdateOptions,
  answersObject,
} from '@quirecms/core/feature'

export const TRASH_API = {
  /** Deletes a document in the trash permanently. */
  deletePermanent: {
    name: 'deletePermanent',
    summary: 'Delete a document in the trash for good',
    description: 'This cannot be undone.',
    endpoint: { method: 'DELETE', path: '/{id}/permanent' },
    local: { method: 'deletePermanent', args: ['id'] },
    ifMatch: true,
    answer: { kind: 'value', status: 200, schema: schemas.deleted },
  },
  /**
   * Deletes everything in the trash that the caller may delete, and returns the number of documents. Over HTTP, the
   * time of a request may not be enough: then `remaining` is the number of documents left, and another call
   * continues.
   */
  emptyTrash: {
    name: 'emptyTrash',
    summary: 'Delete everything in the trash for good',
    description:
      'Deletes all documents in the trash that you may delete. Documents stay if a relationship with `onDelete: "restrict"` points to them. If the time of the request is over, `remaining` is the number of documents left: call again to continue.',
    endpoint: { method: 'DELETE', path: '/trash' },
    local: { method: 'emptyTrash', args: [] },
    parameters: [],
    ifMatch: false,
    answer: answersObject(
      {
        deleted: { type: 'integer', minimum: 0 },
      },
      {
        remaining: {
          type: 'integer',
          minimum: 0,
          description: 'Number of documents left because the time was over; absent otherwise. Call again to continue.',
        },
      },
    ),
  },
} as const satisfies DescribedOperations

export interface TrashApi<
  Config extends ContentModel,
  Slug extends CollectionSlug<Config>,
  Given,
  Update extends CallMode = UpdateOptions<Config, Slug> & Given,
> extends OperationMethods<typeof TRASH_API, Given> {
  /** Restores a document from the trash, unchanged. */
  restoreDeleted<const Options extends Omittable<Update>>(
    id: string,
    options?: Options & Checked<Options, Update>,
  ): AnsweredDoc<Config, Slug, Options>
}
