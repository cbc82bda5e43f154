import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import { matchingFirst } from './matching';

/** The lists for targeting. Services match names in lower case (services.md section 4); other names can be typed. */

const listed = (table: string): string[] => table.split('|').map((name) => name.trim());

/** English names of countries, as in the service's examples (Canada). */
const COUNTRIES: INodeListSearchItems[] = listed(`
	Afghanistan|Åland Islands|Albania|Algeria|American Samoa|Andorra|Angola|Anguilla|Antigua and Barbuda|Argentina|
	Armenia|Aruba|Australia|Austria|Azerbaijan|Bahamas|Bahrain|Bangladesh|Barbados|Belarus|Belgium|Belize|Benin|
	Bermuda|Bhutan|Bolivia|Bosnia and Herzegovina|Botswana|Brazil|British Indian Ocean Territory|
	British Virgin Islands|Brunei|Bulgaria|Burkina Faso|Burundi|Cambodia|Cameroon|Canada|Cape Verde|
	Caribbean Netherlands|Cayman Islands|Central African Republic|Chad|Chile|China|Christmas Island|
	Cocos (Keeling) Islands|Colombia|Comoros|Congo|Cook Islands|Costa Rica|Croatia|Cuba|Curaçao|Cyprus|Czechia|
	Democratic Republic of the Congo|Denmark|Djibouti|Dominica|Dominican Republic|Ecuador|Egypt|El Salvador|
	Equatorial Guinea|Eritrea|Estonia|Eswatini|Ethiopia|Falkland Islands|Faroe Islands|Fiji|Finland|France|
	French Guiana|French Polynesia|Gabon|Gambia|Georgia|Germany|Ghana|Gibraltar|Greece|Greenland|Grenada|
	Guadeloupe|Guam|Guatemala|Guernsey|Guinea|Guinea-Bissau|Guyana|Haiti|Honduras|Hong Kong|Hungary|Iceland|India|
	Indonesia|Iran|Iraq|Ireland|Isle of Man|Israel|Italy|Ivory Coast|Jamaica|Japan|Jersey|Jordan|Kazakhstan|Kenya|
	Kiribati|Kuwait|Kyrgyzstan|Laos|Latvia|Lebanon|Lesotho|Liberia|Libya|Liechtenstein|Lithuania|Luxembourg|Macao|
	Madagascar|Malawi|Malaysia|Maldives|Mali|Malta|Marshall Islands|Martinique|Mauritania|Mauritius|Mayotte|Mexico|
	Micronesia|Moldova|Monaco|Mongolia|Montenegro|Montserrat|Morocco|Mozambique|Myanmar|Namibia|Nauru|Nepal|
	Netherlands|New Caledonia|New Zealand|Nicaragua|Niger|Nigeria|Niue|Norfolk Island|North Korea|North Macedonia|
	Northern Mariana Islands|Norway|Oman|Pakistan|Palau|Palestine|Panama|Papua New Guinea|Paraguay|Peru|
	Philippines|Pitcairn Islands|Poland|Portugal|Puerto Rico|Qatar|Réunion|Romania|Russia|Rwanda|Saint Barthélemy|
	Saint Helena|Saint Kitts and Nevis|Saint Lucia|Saint Martin|Saint Pierre and Miquelon|
	Saint Vincent and Grenadines|Samoa|San Marino|São Tomé and Príncipe|Saudi Arabia|Senegal|Serbia|Seychelles|
	Sierra Leone|Singapore|Sint Maarten|Slovakia|Slovenia|Solomon Islands|Somalia|South Africa|South Korea|
	South Sudan|Spain|Sri Lanka|Sudan|Suriname|Svalbard and Jan Mayen|Sweden|Switzerland|Syria|Taiwan|Tajikistan|
	Tanzania|Thailand|Timor-Leste|Togo|Tokelau|Tonga|Trinidad and Tobago|Tunisia|Turkey|Turkmenistan|
	Turks and Caicos Islands|Tuvalu|U.S. Virgin Islands|Uganda|Ukraine|United Arab Emirates|United Kingdom|
	United States|Uruguay|Uzbekistan|Vanuatu|Vatican City|Venezuela|Vietnam|Wallis and Futuna|Western Sahara|Yemen|
	Zambia|Zimbabwe
`).map((name) => ({ name, value: name }));

/** Devices and systems, by the names that services match. */
const DEVICES: INodeListSearchItems[] = [
	{ name: 'Android', value: 'android' },
	{ name: 'BlackBerry', value: 'blackberry' },
	{ name: 'iPad', value: 'ipad' },
	{ name: 'iPhone', value: 'iphone' },
	{ name: 'Linux', value: 'linux' },
	{ name: 'macOS', value: 'mac os' },
	{ name: 'Windows', value: 'windows' },
	{ name: 'Windows Phone', value: 'windows phone' },
];

/** Languages with their short codes (ISO 639-1). */
const LANGUAGES: INodeListSearchItems[] = listed(`
	Afrikaans:af|Albanian:sq|Amharic:am|Arabic:ar|Armenian:hy|Azerbaijani:az|Bangla:bn|Basque:eu|Belarusian:be|
	Bosnian:bs|Bulgarian:bg|Burmese:my|Catalan:ca|Chinese:zh|Croatian:hr|Czech:cs|Danish:da|Dutch:nl|English:en|
	Estonian:et|Filipino:tl|Finnish:fi|French:fr|Galician:gl|Georgian:ka|German:de|Greek:el|Gujarati:gu|Hebrew:he|
	Hindi:hi|Hungarian:hu|Icelandic:is|Indonesian:id|Irish:ga|Italian:it|Japanese:ja|Kannada:kn|Kazakh:kk|Khmer:km|
	Korean:ko|Kyrgyz:ky|Lao:lo|Latvian:lv|Lithuanian:lt|Macedonian:mk|Malay:ms|Malayalam:ml|Maltese:mt|Marathi:mr|
	Mongolian:mn|Nepali:ne|Norwegian Bokmål:nb|Pashto:ps|Persian:fa|Polish:pl|Portuguese:pt|Punjabi:pa|Romanian:ro|
	Russian:ru|Serbian:sr|Sinhala:si|Slovak:sk|Slovenian:sl|Spanish:es|Swahili:sw|Swedish:sv|Tajik:tg|Tamil:ta|
	Telugu:te|Thai:th|Turkish:tr|Ukrainian:uk|Urdu:ur|Uzbek:uz|Vietnamese:vi|Welsh:cy|Xhosa:xh|Zulu:zu
`).map((entry) => {
	const [name = '', value = ''] = entry.split(':');
	return { name: `${name} (${value})`, value };
});

const among = (entries: INodeListSearchItems[]) =>
	async function (this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
		return { results: matchingFirst(entries, filter) };
	};

/** Lists that need no request. */
export const staticLists = {
	searchCountries: among(COUNTRIES),
	searchDevices: among(DEVICES),
	searchLanguages: among(LANGUAGES),
};
