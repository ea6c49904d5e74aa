import { createContext } from 'react'

/** Context by which a screen passes its title to the frame. */
export const FrameTitle = createContext<(title: string) => void>(() => {})
