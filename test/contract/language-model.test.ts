import { openRemoteModel } from '../../platform/language-model/remote.ts';
import { languageModelContract } from './language-model.contract.ts';

for (const provider of ['openai', 'anthropic'] as const)
  languageModelContract(provider, settings => openRemoteModel(settings));
