import {
  type AnsweredDoc,
  type AnsweredGlobal,
  type CallMode,
  type Checked,
  type CollectionSlug,
  type ContentModel,
  described,
  type GlobalSlug,
  type GlobalUpdateOptions,
  type LocaleOf,
  type Omittable,
  type Requested,
  type UpdateOptions,
} from '@quirecms/core/feature'

export const LOCALE_COPY_SCHEMA = {
  type: 'object',
  required: ['from', 'to'],
  additionalProperties: false,
  properties: { from: described('locale', { type: 'string' }), to: described('otherLocale', { type: 'string' }) },
} as const

export type LocaleCopy<Config extends ContentModel> = Requested<
  typeof LOCALE_COPY_SCHEMA,
  { readonly locale: LocaleOf<Config>; readonly otherLocale: LocaleOf<Config> }
>

export interface CopyLocaleMethods<
  Config extends ContentModel,
  Slug extends CollectionSlug<Config>,
  Given,
  Update extends CallMode = UpdateOptions<Config, Slug> & Given,
> {
  /** Copies the values of one locale to another. */
  copyLocale<const Options extends Omittable<Update>>(
    id: string,
    locales: LocaleCopy<Config>,
    options?: Options & Checked<Options, Update>,
  ): AnsweredDoc<Config, Slug, Options>
}

export interface GlobalCopyLocaleMethods<
  Config extends ContentModel,
  Slug extends GlobalSlug<Config>,
  Given,
  Update extends CallMode = GlobalUpdateOptions<Config, Slug> & Given,
> {
  /** Copies the values of one locale to another. */
  copyLocale<const Options extends Omittable<Update>>(
    locales: LocaleCopy<Config>,
    options?: Options & Checked<Options, Update>,
  ): AnsweredGlobal<Config, Slug, Options>
}
