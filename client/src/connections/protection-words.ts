import type { Protection } from '../cluster/protection/protection.ts';

/** How it is said, wherever a cluster is shown, how far that is protected: never by a colour alone. */
export const protectionWords: Readonly<
  Record<
    Protection,
    {
      readonly word: string;
      /** A codicon, in the place of any other. */
      readonly icon: string | undefined;
      readonly sentence: string;
    }
  >
> = {
  none: { word: '', icon: undefined, sentence: '' },
  confirm: {
    word: 'protected',
    icon: 'shield',
    sentence: 'Protected (kubewright.protectedClusters): each change asks to type its name.',
  },
  'read-only': {
    word: 'read-only',
    icon: 'lock',
    sentence: 'Read-only (kubewright.protectedClusters): nothing is sent that may change it.',
  },
};
