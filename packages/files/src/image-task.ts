import type { SizePlan } from '@quirecms/core'

/** Message to a worker process: one task for one image. Plain data. */
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

/** Message from a worker process. A tiny image is returned as bytes; all others are at the path that the task named. */
export type ImageAnswer =
  | { readonly width: number; readonly height: number; readonly bytes: Uint8Array }
  | { readonly message: string; readonly code: string | undefined }
