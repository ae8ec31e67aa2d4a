import { File as FileIcon } from 'lucide-react'
import { useCallback, useState } from 'react'
import { Icon } from '../design/icon.tsx'
import styles from './files.module.css'

/** Thumbnail of a local file. */
export function FilePicture({ file }: { readonly file: File }) {
  // The type comes from the name, and the content may not be a picture.
  const [isPicture, setPicture] = useState(file.type.startsWith('image/'))
  const show = useCallback(
    (image: HTMLImageElement) => {
      const address = URL.createObjectURL(file)
      image.src = address
      return () => URL.revokeObjectURL(address)
    },
    [file],
  )
  return (
    <span className={styles.picture}>
      {isPicture ? <img ref={show} alt="" onError={() => setPicture(false)} /> : <Icon of={FileIcon} />}
    </span>
  )
}
