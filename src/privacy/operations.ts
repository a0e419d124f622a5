import './personal-data/erase-personal-data.ts';
import './personal-data/export-personal-data.ts';
import './personal-data/personal-data.type.ts';
