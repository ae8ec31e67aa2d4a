/**
 * Worker process that decodes and encodes images (`image-processes.ts`). The parent kills it to cancel its work:
 * nothing else stops a decoder.
 */
import sharp, { type Sharp } from 'sharp'
import type { Encoding, ImageAnswer, ImageTask } from './image-task.ts'

// A cache would only take memory, and the parent decides how many images are processed at once.
sharp.cache(false)
sharp.concurrency(1)

process.on('message', (task: ImageTask) => void answerTo(task).then((answer) => process.send?.(answer)))
// The parent is gone. A milder signal would wait for the current image.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))

async function answerTo(task: ImageTask): Promise<ImageAnswer> {
  try {
    if (task.kind === 'shrink') {
      const { data, info } = await shrunk(open(task), task.side).toBuffer({ resolveWithObject: true })
      return { width: info.width, height: info.height, bytes: data }
    }
    const image = task.kind === 'clean' ? open(task, task.animated).keepIccProfile() : resized(open(task), task)
    const { width, height } = await encode(image, task.encoding).toFile(task.to)
    return { width, height, bytes: new Uint8Array() }
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    return { message, code }
  }
}

function open({ path, maxPixels }: ImageTask, animated = false): Sharp {
  return sharp(path, { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true, animated }).autoOrient()
}

/** Decodes every pixel, so that a truncated image is detected. */
function shrunk(image: Sharp, side: number): Sharp {
  return image.resize(side, side, { fit: 'inside', withoutEnlargement: true }).webp({ quality: 40 })
}

function resized(image: Sharp, { plan, encoding }: Extract<ImageTask, { kind: 'resize' }>): Sharp {
  const { region, target, fit } = plan
  const background = { r: 0, g: 0, b: 0, alpha: 0 }
  const made = image.extract(region).resize({ ...target, fit, withoutEnlargement: true, background })
  return encoding.format === 'jpeg' ? made.flatten({ background: 'white' }) : made
}

function encode(image: Sharp, { format, quality, chromaSubsampling }: Encoding): Sharp {
  switch (format) {
    case 'jpeg':
      return image.jpeg({ quality, chromaSubsampling: chromaSubsampling === '4:4:4' ? '4:4:4' : '4:2:0' })
    case 'webp':
      return image.webp({ quality })
    case 'avif':
    case 'heif':
      return image.avif({ quality: Math.round(quality * 0.75), effort: 3 })
    case 'gif':
      return image.gif()
    case 'tiff':
      return image.tiff({ compression: 'lzw' })
    default:
      return image.png()
  }
}
