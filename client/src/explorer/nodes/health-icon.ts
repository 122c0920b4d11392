import { ThemeColor, ThemeIcon } from 'vscode';
import type { Health } from '../../cluster/objects/health.ts';

/** The icon of an object by how it fares; where nothing tells, that of its kind. */
export function healthIcon(health: Health, otherwise: string): ThemeIcon {
  switch (health) {
    case 'good':
      return new ThemeIcon('pass', new ThemeColor('testing.iconPassed'));
    case 'finished':
      return new ThemeIcon('check-all', new ThemeColor('descriptionForeground'));
    case 'waiting':
      return new ThemeIcon('clock', new ThemeColor('list.warningForeground'));
    case 'failed':
      return new ThemeIcon('error', new ThemeColor('list.errorForeground'));
    case 'unknown':
      return new ThemeIcon(otherwise);
  }
}
