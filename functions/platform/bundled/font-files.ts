import interRegular from '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'
import interBold from '@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'
import arabicRegular from '@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf'
import arabicBold from '@expo-google-fonts/noto-sans-arabic/600SemiBold/NotoSansArabic_600SemiBold.ttf'

/** Font bytes for the bundles (infra/bundling.ts), where node_modules is not available. */
export const fontFiles = { interRegular, interBold, arabicRegular, arabicBold }
