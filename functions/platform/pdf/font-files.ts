import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const read = (path: string): Promise<Uint8Array> => readFile(fileURLToPath(import.meta.resolve(path)))

/** Bytes of the fonts. `bundled/font-files.ts` replaces this file in a bundle, where node_modules is not available. */
export const fontFiles = {
  interRegular: await read('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  interBold: await read('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'),
  arabicRegular: await read('@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf'),
  arabicBold: await read('@expo-google-fonts/noto-sans-arabic/600SemiBold/NotoSansArabic_600SemiBold.ttf'),
}
