import type { SizePlan } from '@quirecms/core'

/** What is done with the pixels of one image, in a process of its own. All of it is plain data. */
export type ImageTask = { readonly path: string; readonly maxPixels: number } & (
  | { readonly kind: 'shrink'; readonly side: number }
  | { readonly kind: 'clean'; readonly to: string; readonly encoding: Encoding; readonly animated: boolean }
  | { readonly kind: 'resize'; readonly to: string; readonly encoding: Encoding; readonly plan: SizePlan }
)

export interface Encoding {
  readonly format: string
  readonly quality: number
  readonly chromaSubsampling?: string | undefined
}

/** What became of it. A tiny image comes as bytes; all others are at the path that the task named. */
export type ImageAnswer =
  | { readonly width: number; readonly height: number; readonly bytes: Uint8Array }
  | { readonly message: string; readonly code: string | undefined }
