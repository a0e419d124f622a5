// The operations of the domain, and the fields that it adds to the types of other domains.
import './campaign/campaign.type.ts';
import './campaign/directory-campaign-operations.ts';
import './category/category-operations.ts';
import './category/category.type.ts';
import './directory/directory-operations.ts';
import './search/list-directory-users.ts';
import './sign-in/create-single-sign-on.ts';
import './user/directory-user-operations.ts';
