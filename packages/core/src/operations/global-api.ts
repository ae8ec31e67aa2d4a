import type { Checked } from '../config/infer/checked.ts'
import type { CallMode, GlobalSlug } from '../config/infer/config.ts'
import type { ContentModel } from '../config/infer/content-model.ts'
import type { GlobalUpdateInput } from '../config/infer/input.ts'
import type { AnsweredGlobal, GlobalReadOptions, GlobalSaveOptions, ModeOf, Omitted } from './document-options.ts'

export interface GlobalApi<
  Config extends ContentModel,
  Slug extends GlobalSlug<Config>,
  Given,
  Read extends CallMode = GlobalReadOptions<Config, Slug> & Given,
  Save extends CallMode = GlobalSaveOptions<Config, Slug> & Given,
> {
  get<const Options extends Read = Omitted<Read>>(
    options?: Options & Checked<Options, Read>,
  ): AnsweredGlobal<Config, Slug, Options>
  update<const Options extends Save = Omitted<Save>>(
    data: GlobalUpdateInput<Config, Slug, ModeOf<Options>>,
    options?: Options & Checked<Options, Save>,
  ): AnsweredGlobal<Config, Slug, Options>
}
